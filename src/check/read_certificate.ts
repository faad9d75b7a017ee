export interface ReadCertificate {
  host: string;
  subject: string;
  issuer: string;
  validFrom: number;
  expiresAt: number;
  fingerprint: string;
}
