export default {
  async fetch(request, env) {
    if (request.headers.get("Authorization") !== `Bearer ${env.TOKEN}`)
      return new Response(null, { status: 404 });
    const { scheduledTime, cron } = await request.json();
    const { outcome } = await env.WORKER.scheduled({ scheduledTime: new Date(scheduledTime), cron });
    return new Response(outcome, { status: outcome === "ok" ? 200 : 500 });
  },
};
