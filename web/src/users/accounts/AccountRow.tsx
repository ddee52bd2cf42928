import { userTypeLabels } from '@amasin/domain/contract/user-type.ts';
import { isHolderType } from '@amasin/domain/statements/holder.ts';
import { titledName } from '@amasin/domain/users/partner-title.ts';
import type { User } from '@amasin/domain/users/user.ts';
import { IconBan, IconCircleCheck, IconShieldCheck, IconShieldQuestion } from '@tabler/icons-react';
import { StateBadge, Tags } from '../../ui/badges.tsx';
import {
  ActionButton,
  Cell,
  DeleteButton,
  EditButton,
  Row,
  RowActions,
  RowName,
  StatementsButton,
} from '../../ui/rows.tsx';
import { PhoneLink } from '../../ui/text.tsx';
import styles from './account-row.module.css';

type Props = {
  account: User;
  /** A change is pending. */
  isBusy: boolean;
  onEdit: () => void;
  onSwitch: () => void;
  onVerify: () => void;
  onStatements: () => void;
  onResetFactor: () => void;
  onDelete: () => void;
};

/** One account; a super administrator's has no actions. */
export function AccountRow({
  account,
  isBusy,
  onEdit,
  onSwitch,
  onVerify,
  onStatements,
  onResetFactor,
  onDelete,
}: Props) {
  const { name, email, phone, type, active, verified, titrePartenaire } = account;
  const isUnverified = type === 'partnerDoctor' && !verified;
  return (
    <Row>
      <Cell card="half">
        <div className={styles.identity}>
          <RowName below={email ?? 'Sans email'}>{titledName(name, titrePartenaire)}</RowName>
        </div>
      </Cell>
      <Cell>
        <Tags>
          <span className={styles.type}>{userTypeLabels[type]}</span>
          {isUnverified ? <StateBadge tone="amber" icon={IconShieldQuestion} label="Non vérifié" /> : null}
        </Tags>
      </Cell>
      <Cell>
        <PhoneLink phone={phone} name={name} />
      </Cell>
      <Cell card="corner">
        {active ? (
          <StateBadge tone="teal" icon={IconCircleCheck} label="Actif" />
        ) : (
          <StateBadge tone="red" icon={IconBan} label="Désactivé" />
        )}
      </Cell>
      {type === 'superAdmin' ? null : (
        <RowActions>
          {isUnverified ? (
            <ActionButton
              word="Vérifier"
              name={name}
              variant="light"
              leftSection={<IconShieldCheck size={18} aria-hidden="true" />}
              onClick={onVerify}
              loading={isBusy}
            />
          ) : null}
          <EditButton name={name} onClick={onEdit} />
          {isHolderType(type) ? <StatementsButton name={name} onClick={onStatements} /> : null}
          <ActionButton
            word={active ? 'Désactiver' : 'Activer'}
            name={name}
            onClick={onSwitch}
            loading={isBusy}
          />
          {account.hasSecondFactor ? (
            <ActionButton word="Retirer les deux étapes" name={name} onClick={onResetFactor} />
          ) : null}
          <DeleteButton name={name} onClick={onDelete} />
        </RowActions>
      )}
    </Row>
  );
}
