import { Anchor } from '@mantine/core';
import { formatPhone, telephoneUrl } from '../../lib/format/phone.ts';
import styles from './text.module.css';

type Props = {
  phone: string;
  /** Whose number it is: screen readers say « Appeler … ». */
  name?: string;
};

/** A phone number as a link that calls it. */
export function PhoneLink({ phone, name }: Props) {
  const url = telephoneUrl(phone);
  const shown = formatPhone(phone);
  if (url === null) return <span translate="no">{shown}</span>;
  return (
    <Anchor
      href={url}
      className={styles.phone}
      translate="no"
      {...(name === undefined ? {} : { 'aria-label': `Appeler ${name}, ${shown}` })}
    >
      {shown}
    </Anchor>
  );
}
