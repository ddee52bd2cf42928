import { Anchor, Text } from '@mantine/core';
import { version } from '../../../../package.json';
import { contact } from '../../lib/contact.ts';
import { PageLink, PhoneLink } from '../../ui/text.tsx';
import styles from './StaffFrame.module.css';

/** The footer of staff pages, in one line where the screen is wide enough. */
export function StaffFooter() {
  return (
    <Text component="footer" size="xs" c="dimmed" className={styles.footer}>
      <span>{`© ${new Date().getFullYear()} Amasin`}</span>
      <PhoneLink phone={contact.phone} name="Amasin" />
      <Anchor href={`mailto:${contact.email}`} inherit>
        {contact.email}
      </Anchor>
      <span>{contact.place}</span>
      <PageLink to="/confidentialite">Confidentialité</PageLink>
      <span>{`Version ${version}`}</span>
    </Text>
  );
}
