export class Refusal extends Error {}

/**
 * @param {string | undefined} url of the service
 * @param {string} path below the configuration's, or from the root
 * @param {string} [body] without it the request is a GET
 */
export async function askService(url = process.env.UPTIDE_URL, path, body, contentType = "application/yaml") {
  const token = process.env.UPTIDE_TOKEN;
  if (!url) throw new Refusal("Set the address of Uptide: --url https://status.example.com");
  if (!token)
    throw new Refusal("Set UPTIDE_TOKEN to an API token. Create one in the panel under API tokens.");
  const base = url.replace(/\/+$/, "");
  const address = path.startsWith("/") ? base + path : `${base}/api/v1/admin/config/${path}`;
  if (!URL.canParse(address))
    throw new Refusal(`${url} isn't a valid address. Use one such as https://status.example.com`);
  let response;
  try {
    response = await fetch(address, {
      method: body === undefined ? "GET" : "POST",
      headers: {
        Authorization: `Bearer ${token}`,
        ...(body !== undefined && { "Content-Type": contentType }),
      },
      ...(body !== undefined && { body }),
      // A redirect must not carry the token to another host.
      redirect: "error",
    });
  } catch (error) {
    throw new Refusal(`${base} doesn't respond: ${error.cause?.message ?? error.message}`);
  }
  const text = await response.text();
  if (response.ok) return text;
  throw new Refusal(sentencesOf(text) ?? `${base} responded with ${response.status}.`);
}

function sentencesOf(text) {
  try {
    const { error, problems } = JSON.parse(text);
    if (Array.isArray(problems) && problems.length > 0)
      return problems.map(({ path, message }) => `${path}: ${message}`).join("\n");
    return typeof error === "string" ? error : null;
  } catch {
    return null;
  }
}
