/** How many days are shown unless somebody asks for others, and the most that can be asked for at once. */
export const DEFAULT_DAYS = 30;
export const MAX_DAYS = 92;
