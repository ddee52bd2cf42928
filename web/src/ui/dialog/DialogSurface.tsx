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
  /** What is typed in it is kept nowhere else: a click beside it does not close it. */
  hasForm?: boolean;
  children: ReactNode;
};

const widths = { sm: 420, md: 520, lg: 720, xl: 960 };

/** Loaded through `ResponsiveDialog`, never directly. */
export default function DialogSurface(props: DialogProps) {
  const { opened, onClose, title, size = 'md', hasForm = false, children } = props;
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
      closeOnClickOutside={!hasForm}
      // Mantine's <header> would count as a second banner of the page.
      attributes={{ header: { role: 'none' } }}
      closeButtonProps={{ 'aria-label': 'Fermer' }}
      transitionProps={{ transition: 'fade', duration: 150 }}
    >
      {children}
    </Modal>
  );
}
