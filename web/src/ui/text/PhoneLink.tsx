import { Anchor } from '@mantine/core';
import { formatPhone, telephoneAddress } from '../../lib/format/phone.ts';
import styles from './text.module.css';

type Props = {
  phone: string;
  /** Whose number it is: screen readers say « Appeler … ». */
  name?: string;
};

/** A phone number as a link that calls it. */
export function PhoneLink({ phone, name }: Props) {
  const address = telephoneAddress(phone);
  const shown = formatPhone(phone);
  if (address === null) return <span>{shown}</span>;
  return (
    <Anchor
      href={address}
      className={styles.phone}
      {...(name === undefined ? {} : { 'aria-label': `Appeler ${name}, ${shown}` })}
    >
      {shown}
    </Anchor>
  );
}
