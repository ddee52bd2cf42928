import type { FirebaseProject } from '@amasin/domain/session/recovery.ts';

/** A telephone number that its service has checked by a code. */
export interface VerifiedPhone {
  /** The service writes it as `+` and digits. */
  readonly phone: string;
  /** Identifies the check: every token of one check has the same. */
  readonly check: string;
  /** When `check` is too old to be accepted. */
  readonly expiresAt: Date;
}

/** A service that sends codes from the browser, and signs for those who gave the right one. */
export interface PhoneVerifier {
  /** The browser calls the service with these. */
  readonly project: FirebaseProject;
  /**
   * @returns null for a token that is not valid now
   * @throws 503 UNAVAILABLE when the keys of the service cannot be read
   */
  verify(idToken: string): Promise<VerifiedPhone | null>;
}
