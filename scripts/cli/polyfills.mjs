/** Missing in Node 20, as in the agent's polyfills. */
URL.parse ??= (text, base) => (URL.canParse(text, base) ? new URL(text, base) : null);
