/** One module for the dialogs of the profile: with one each, what they share would move into the code of every page. */
// biome-ignore lint/performance/noBarrelFile: see above
export { PasswordDialog, SessionsDialog } from './AccessDialogs.tsx';
export { OwnDetailsDialog } from './OwnDetailsDialog.tsx';
