interface StepResponse {
  reply: Record<string, unknown> | null;
  text: string | null;
}

/** 400 and 401 share one text, to reveal nothing more. */
export async function askSignIn(path: string, body: object, refusal: string): Promise<StepResponse> {
  try {
    const response = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json" },
      body: JSON.stringify(body),
    });
    if (response.status === 204) return { reply: {}, text: null };
    if (response.ok) return { reply: (await response.json()) as Record<string, unknown>, text: null };
    if (response.status === 429) return { reply: null, text: "signIn.tooMany" };
    const isRefused = response.status === 400 || response.status === 401;
    return { reply: null, text: isRefused ? refusal : "signIn.failed" };
  } catch {
    return { reply: null, text: "signIn.failed" };
  }
}
