import type { ConversationFiles } from '../consultations/slots.ts';
import { FileView } from '../files/FileLink.tsx';
import { FilePicker } from '../files/FilePicker.tsx';

/** The files of a conversation, for every page that shows one. */
export const conversationFiles: ConversationFiles = {
  picker: (field) => <FilePicker {...field} />,
  view: (file) => <FileView {...file} />,
};
