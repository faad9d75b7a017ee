import { once } from "node:events";
import { createServer } from "node:http";
import { exportJWK, generateKeyPair } from "jose";
import Provider from "oidc-provider";

export const CLIENT = { id: "uptide", secret: "a secret of 32 or more characters: +/%" };

/** Signs in the given person without asking. */
export async function startOidcServer(redirectUri: string, person: { sub: string; email: string }) {
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || !address) throw new Error("the provider has no port");
  const issuer = `http://127.0.0.1:${address.port}`;
  let signIns = 0;

  const provider: Provider = new Provider(issuer, {
    clients: [{ client_id: CLIENT.id, client_secret: CLIENT.secret, redirect_uris: [redirectUri] }],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), kid: "only", alg: "RS256", use: "sig" }] },
    cookies: { keys: ["of the tests"] },
    pkce: { required: () => true },
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: () => ({
      accountId: person.sub,
      claims: () => ({ sub: person.sub, email: person.email, email_verified: true }),
    }),
    async loadExistingGrant() {
      const grant = new provider.Grant({ accountId: person.sub, clientId: CLIENT.id });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
  });
  const answer = provider.callback();
  server.on("request", (request, response) => {
    if (!request.url?.startsWith("/interaction/")) return answer(request, response);
    signIns++;
    void provider.interactionFinished(request, response, { login: { accountId: person.sub } });
  });
  return {
    issuer,
    countSignIns: () => signIns,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
export type OidcServer = Awaited<ReturnType<typeof startOidcServer>>;
