/** How long the portal may be opened (RULES 19); a payment confirmed later still counts. */
export const PORTAL_MINUTES = 15;

/** Height of the portal's frame, px (SPEC 9). */
export const PORTAL_HEIGHT = 600;
