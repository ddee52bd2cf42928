import type { ConversationFiles } from '../../consultations/conversation/slots.ts';
import { FilePicker } from '../../files/FilePicker.tsx';
import { FileView } from '../../files/FileView.tsx';

/** The files of a conversation, for every page that shows one. */
export const conversationFiles: ConversationFiles = {
  picker: (field) => <FilePicker {...field} />,
  view: (file) => <FileView {...file} />,
};
