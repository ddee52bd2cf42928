import type { ConversationFiles } from '../../consultations/conversation/slots.ts';
import { FileView } from '../../files/FileView.tsx';
import { LazyComponent } from '../../ui/loading/LazyComponent.tsx';

const loadPicker = () => import('../../files/FilePicker.tsx').then(({ FilePicker }) => FilePicker);

/** The files of a conversation, for every page that shows one. */
export const conversationFiles: ConversationFiles = {
  picker: (field) => <LazyComponent load={loadPicker} height={140} props={field} />,
  view: (file) => <FileView {...file} />,
};
