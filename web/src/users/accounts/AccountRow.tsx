import { titledName } from '@amasin/domain/users/partner-title.ts';
import type { User } from '@amasin/domain/users/user.ts';
import { userTypeLabels } from '@amasin/domain/users/user-type.ts';
import { Button } from '@mantine/core';
import {
  IconBan,
  IconCircleCheck,
  IconPencil,
  IconShieldCheck,
  IconShieldQuestion,
  IconTrash,
} from '@tabler/icons-react';
import { StateBadge } from '../../ui/badge/StateBadge.tsx';
import { PhoneLink } from '../../ui/text/PhoneLink.tsx';
import styles from './accounts.module.css';

export type AccountActions = {
  onEdit: (account: User) => void;
  onSwitch: (account: User) => void;
  onVerify: (account: User) => void;
  onDelete: (account: User) => void;
  /** The account that is being switched or verified now. */
  busy: string | null;
};

/** On a desk these two are known by their icon. */
const glyph = { root: styles.glyph, label: styles.glyphWord, section: styles.glyphIcon };
const icon = { size: 18, 'aria-hidden': true } as const;

/** One account: a card on a phone, a row on a desk. A super administrator's is only shown. */
export function AccountRow({ account, actions }: { account: User; actions: AccountActions }) {
  const { name, email, phone, type, active, verified, titrePartenaire } = account;
  const waits = type === 'partnerDoctor' && !verified;
  const loading = actions.busy === account._id;
  const switchWord = active ? 'Désactiver' : 'Activer';
  return (
    <li className={styles.row}>
      <div className={styles.who}>
        <div className={styles.name}>{titledName(name, titrePartenaire)}</div>
        <div className={styles.email}>{email ?? 'Sans email'}</div>
      </div>
      <div className={styles.badges}>
        <span className={styles.type}>{userTypeLabels[type]}</span>
        {waits ? <StateBadge tone="amber" icon={IconShieldQuestion} label="Non vérifié" /> : null}
      </div>
      <div className={styles.phone}>
        <PhoneLink phone={phone} name={name} />
      </div>
      <div className={styles.state}>
        {active ? (
          <StateBadge tone="teal" icon={IconCircleCheck} label="Actif" />
        ) : (
          <StateBadge tone="red" icon={IconBan} label="Désactivé" />
        )}
      </div>
      {type === 'superAdmin' ? null : (
        <div className={styles.actions}>
          {waits ? (
            <Button
              variant="light"
              leftSection={<IconShieldCheck {...icon} />}
              onClick={() => actions.onVerify(account)}
              loading={loading}
              aria-label={`Vérifier ${name}`}
            >
              Vérifier
            </Button>
          ) : null}
          <Button
            variant="default"
            leftSection={<IconPencil {...icon} />}
            onClick={() => actions.onEdit(account)}
            aria-label={`Modifier ${name}`}
            title="Modifier"
            classNames={glyph}
          >
            Modifier
          </Button>
          <Button
            variant="default"
            onClick={() => actions.onSwitch(account)}
            loading={loading}
            aria-label={`${switchWord} ${name}`}
          >
            {switchWord}
          </Button>
          <Button
            variant="subtle"
            color="red"
            leftSection={<IconTrash {...icon} />}
            onClick={() => actions.onDelete(account)}
            aria-label={`Supprimer ${name}`}
            title="Supprimer"
            classNames={glyph}
          >
            Supprimer
          </Button>
        </div>
      )}
    </li>
  );
}
