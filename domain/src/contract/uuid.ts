/** An id as the database writes it, for a pattern of our code or of SQL. */
export const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

const whole = new RegExp(`^${UUID}$`, 'i');

/** Whether the whole text is an id, in capitals or not: PostgreSQL then reads it as one. */
export const isUuid = (text: string): boolean => whole.test(text);
