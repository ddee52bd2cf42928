/** The dialogs' names in the address; their value is a zone's id, or `NEW`. */
export const EDIT = 'zone';
export const DELETE = 'suppression';
export const NEW = 'nouvelle';
