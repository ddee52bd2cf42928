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
  /** A click outside does not close it: what was typed would be lost. */
  hasForm?: boolean;
  children: ReactNode;
};

const widths = { sm: 420, md: 520, lg: 720, xl: 960 };

/** Lazy part of `ResponsiveDialog`. */
export default function DialogSurface(props: DialogProps) {
  const { opened, onClose, title, size = 'md', hasForm = false, children } = props;
  const phone = useMediaQuery('(max-width: 47.99em)', false, {
    getInitialValueInEffect: false,
  });
  // Mantine stores the focused element when `opened` becomes true, so it must not be mounted open.
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
      // Mantine's <header> would be a second banner landmark.
      attributes={{ header: { role: 'none' } }}
      closeButtonProps={{ 'aria-label': 'Fermer' }}
      transitionProps={{ transition: 'fade', duration: 150 }}
    >
      {children}
    </Modal>
  );
}
