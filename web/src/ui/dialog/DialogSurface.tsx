import { Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type ReactNode, useEffect, useState } from 'react';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/ScrollArea.layer.css';

export type DialogProps = {
  opened: boolean;
  onClose: () => void;
  title: string;
  size?: 'sm' | 'md' | 'lg' | 'xl';
  children: ReactNode;
};

const widths = { sm: 420, md: 520, lg: 720, xl: 960 };

/** Loaded through `ResponsiveDialog`, never directly. */
export default function DialogSurface({ opened, onClose, title, size = 'md', children }: DialogProps) {
  const phone = useMediaQuery('(max-width: 47.99em)', false, {
    getInitialValueInEffect: false,
  });
  // Mantine notes where the focus was when `opened` turns true: never, for one that is mounted open.
  const [mounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  return (
    <Modal
      opened={opened && mounted}
      onClose={onClose}
      title={title}
      size={widths[size]}
      fullScreen={phone}
      centered
      // Mantine's <header> would count as a second banner of the page.
      attributes={{ header: { role: 'none' } }}
      closeButtonProps={{ 'aria-label': 'Fermer' }}
      transitionProps={{ transition: 'fade', duration: 150 }}
    >
      {children}
    </Modal>
  );
}
