import { Modal, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/ScrollArea.layer.css';
import styles from './DialogSurface.module.css';

export type DialogProps = {
  opened: boolean;
  onClose: () => void;
  title: string;
  size?: 'sm' | 'md' | 'lg' | 'xl';
  /** A click outside does not close it: what was typed would be lost. */
  hasForm?: boolean;
  /** Its content has a header, with 44 px left free for the close button: the title is for screen readers only. */
  hasOwnHeader?: boolean;
  children: ReactNode;
};

/** The open dialogs, the upper one last. */
const opened: symbol[] = [];

/** Escape first closes the list of suggestions, or the menu, that has the focus. */
const OWN_ESCAPE =
  '[role="combobox"][aria-expanded="true"], [aria-haspopup][aria-expanded="true"], [role="menu"]';

/** Escape closes the upper dialog only: Mantine's own reaches each of them. */
function useEscape(isOpen: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!isOpen) return;
    const own = Symbol('dialog');
    opened.push(own);
    const listen = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing || opened.at(-1) !== own) return;
      if (event.target instanceof Element && event.target.closest(OWN_ESCAPE) !== null) return;
      close();
    };
    // Before the fields: a list of suggestions is still open then.
    window.addEventListener('keydown', listen, true);
    return () => {
      window.removeEventListener('keydown', listen, true);
      opened.splice(opened.indexOf(own), 1);
    };
  }, [isOpen]);
}

const widths = { sm: 420, md: 520, lg: 720, xl: 960 };

export function DialogSurface(props: DialogProps) {
  const {
    opened: isOpened,
    onClose,
    title,
    size = 'md',
    hasForm = false,
    hasOwnHeader = false,
    children,
  } = props;
  const phone = useMediaQuery('(max-width: 47.99em)', false, {
    getInitialValueInEffect: false,
  });
  // Mantine stores the focused element when `opened` becomes true, so it must not be mounted open.
  const [mounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  const isOpen = isOpened && mounted;
  useEscape(isOpen, onClose);
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      closeOnEscape={false}
      title={hasOwnHeader ? <VisuallyHidden>{title}</VisuallyHidden> : title}
      size={widths[size]}
      fullScreen={phone}
      centered
      closeOnClickOutside={!hasForm}
      // Mantine's <header> would be a second banner landmark.
      attributes={{ header: { role: 'none' } }}
      classNames={hasOwnHeader ? { content: styles.content, header: styles.header, body: styles.body } : {}}
      closeButtonProps={{ 'aria-label': 'Fermer' }}
      transitionProps={{ transition: 'fade', duration: 150 }}
    >
      {children}
    </Modal>
  );
}
