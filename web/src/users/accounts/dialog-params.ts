/** Search params of the dialogs that confirm a change; the value is the id of the account. */
export const SWITCH_OFF = 'desactivation';
export const VERIFY = 'verification';
export const RESET_FACTOR = 'deux-etapes';
/** The same, of the dialog with the statements of a partner or a pharmacy. */
export const STATEMENTS = 'releves';
