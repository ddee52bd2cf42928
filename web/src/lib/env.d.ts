interface ImportMetaEnv {
  /** In its stored form. */
  readonly CONTACT_PHONE?: string;
  readonly CONTACT_EMAIL?: string;
  readonly CONTACT_PLACE?: string;
}
