const CREDENTIAL_NAME = /^(proxy-)?authorization$|^cookie$|key|token|secret|password/i;

export function isCredentialName(name: string): boolean {
  return CREDENTIAL_NAME.test(name);
}
