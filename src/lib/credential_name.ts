const CREDENTIAL_NAME = /^(proxy-)?authorization$|^cookie$|key|token|secret|password/i;

/** A header whose value is a secret. */
export function isCredentialName(name: string): boolean {
  return CREDENTIAL_NAME.test(name);
}
