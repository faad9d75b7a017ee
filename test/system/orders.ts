export function serveOrders<T>(answer: (order: T) => Promise<object>): Response {
  const [client, server] = Object.values(new WebSocketPair()) as [WebSocket, WebSocket];
  server.accept();
  server.addEventListener("message", async ({ data }) => {
    const { number, order } = JSON.parse(String(data)) as { number: number; order: T };
    const outcome = await answer(order).then(
      (value) => ({ value }),
      (error: unknown) => ({ error: String(error) }),
    );
    server.send(JSON.stringify({ number, ...outcome }));
  });
  return new Response(null, { status: 101, webSocket: client });
}
