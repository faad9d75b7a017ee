/** The certificate a target showed during a check. */
export interface ReadCertificate {
  host: string;
  subject: string;
  issuer: string;
  validFrom: number;
  expiresAt: number;
  /** SHA-256 in hex. */
  fingerprint: string;
}
