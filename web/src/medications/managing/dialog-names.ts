/** The dialogs' names in the address; their value is a medicine's id, or `NEW`. */
export const EDIT = 'medicament';
export const DELETE = 'suppression';
export const NEW = 'nouveau';
