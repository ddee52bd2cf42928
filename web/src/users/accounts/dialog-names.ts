/** The dialogs' names in the address; their value is an account's id, or `NEW`. */
export const EDIT = 'compte';
export const DELETE = 'suppression';
export const NEW = 'nouveau';
