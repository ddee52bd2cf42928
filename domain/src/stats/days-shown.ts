/** How many days are shown unless somebody asks for others, and the most that can be asked for at once. */
export const DAYS_SHOWN = 30;
export const DAYS_MOST = 92;
