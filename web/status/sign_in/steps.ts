interface StepAnswer {
  answer: Record<string, unknown> | null;
  text: string | null;
}

/** 400 and 401 share one text, to reveal nothing more. */
export async function askSignIn(path: string, body: object, refusal: string): Promise<StepAnswer> {
  try {
    const response = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json" },
      body: JSON.stringify(body),
    });
    if (response.status === 204) return { answer: {}, text: null };
    if (response.ok) return { answer: (await response.json()) as Record<string, unknown>, text: null };
    if (response.status === 429) return { answer: null, text: "signIn.tooMany" };
    const isRefused = response.status === 400 || response.status === 401;
    return { answer: null, text: isRefused ? refusal : "signIn.failed" };
  } catch {
    return { answer: null, text: "signIn.failed" };
  }
}
