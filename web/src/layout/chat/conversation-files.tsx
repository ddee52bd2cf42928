import type { ConversationFiles } from '../../consultations/conversation/slots.ts';
import { FileView } from '../../files/FileView.tsx';
import { LazyPart } from '../../ui/loading/LazyPart.tsx';

const loadPicker = () => import('../../files/FilePicker.tsx').then(({ FilePicker }) => FilePicker);

/** The files of a conversation, for every page that shows one. */
export const conversationFiles: ConversationFiles = {
  picker: (field) => <LazyPart load={loadPicker} height={140} props={field} />,
  view: (file) => <FileView {...file} />,
};
