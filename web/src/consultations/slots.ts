import type { FileCategory } from '@amasin/domain/files/file-category.ts';
import type { ReactNode } from 'react';

/** Components that upload and show files in a conversation. The page provides them: `files` is another feature. */
export type ConversationFiles = {
  /** A field that uploads a picture or a PDF. */
  picker: (field: {
    label: string;
    category: FileCategory;
    value: string | null;
    onChange: (key: string | null) => void;
    onBusyChange: (busy: boolean) => void;
  }) => ReactNode;
  /** A file by its key. */
  view: (file: { fileKey: string; name: string }) => ReactNode;
};
