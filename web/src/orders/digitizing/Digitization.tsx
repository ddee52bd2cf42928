import { orderEndpoints } from '@amasin/domain/orders/endpoints.ts';
import { CARD_AWAITED, INSURER_AWAITED } from '@amasin/domain/orders/expected.ts';
import type { Order, OrderItem } from '@amasin/domain/orders/order.ts';
import { type PhotoProblem, photoProblemLabels, photoProblems } from '@amasin/domain/orders/reasons.ts';
import { joinLines } from '@amasin/domain/orders/split-lines.ts';
import { prescriptionEndpoints } from '@amasin/domain/prescriptions/endpoints.ts';
import { Button, Text } from '@mantine/core';
import { IconAlertTriangle, IconCamera, IconChevronDown, IconShieldCheck } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { FileView } from '../../files/FileLink.tsx';
import { call } from '../../lib/call.ts';
import { WritingForm } from '../../prescriptions/WritingForm.tsx';
import { useSession } from '../../session/session-context.ts';
import { StateBadge } from '../../ui/badges.tsx';
import { HeldNotice, useHeld } from '../../ui/held.tsx';
import { lazyWithRetry } from '../../ui/lazy.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { ReasonDetails } from '../../ui/ReasonDetails.tsx';
import { useOrderChange } from '../api.ts';
import { CardLink } from '../detail/facts.tsx';
import styles from './digitizing.module.css';

/** Without the price of a line that waits for one. */
type ItemToSave = Omit<OrderItem, 'price'> & { price?: number };
type Saving = { order: Order; items: ItemToSave[] };
type Attaching = { order: Order; number: string };

/** Writes the items of an order, or corrects the existing ones. */
function useSaveItems() {
  return usePrescriptionChange(async ({ order, items }: Saving) => {
    const id = order.prescription?._id;
    if (order.allowedActions.includes('edit-prescription') && id != null) {
      await call(prescriptionEndpoints.updatePrescription, { params: { id }, body: { items } });
      return (await call(orderEndpoints.readOrder, { params: { id: order._id } })).order;
    }
    return writeInto(order, { type: 'numerical', items });
  });
}

/** Attaches an existing prescription to the order. */
function useAttachPrescription() {
  return usePrescriptionChange(({ order, number }: Attaching) =>
    writeInto(order, { prescriptionNumber: number }),
  );
}

async function writeInto({ _id: id }: Order, prescription: object): Promise<Order> {
  const { order } = await call(orderEndpoints.changeOrder, { params: { id }, body: { prescription } });
  return order;
}

function usePrescriptionChange<Input>(mutationFn: (input: Input) => Promise<Order>) {
  return useOrderChange({
    mutationFn,
    done: 'Ordonnance enregistrée',
    failed: 'Erreur lors de la mise à jour',
  });
}

/** Marks the insurance card as checked, or undoes it. */
function useCheckInsurance({ _id: id }: Order) {
  return useOrderChange({
    mutationFn: (verified: boolean) =>
      call(orderEndpoints.checkInsurance, { params: { id }, body: { verified } }).then(({ order }) => order),
    done: 'Statut mis à jour',
    failed: 'Erreur lors de la mise à jour',
  });
}

/** Asks the customer for another photograph. */
function useRefusePhoto({ _id: id }: Order) {
  return useOrderChange({
    mutationFn: (reason: PhotoProblem) =>
      call(orderEndpoints.refusePhoto, { params: { id }, body: { reason } }).then(({ order }) => order),
    done: 'Le client est prévenu',
    failed: 'Erreur lors de la mise à jour',
  });
}

/** « Photo illisible », or that another photograph is asked for. */
function PhotoRefusal({ order, next }: { order: Order; next: ReactNode }) {
  const refuse = useRefusePhoto(order);
  const refusing = useHeld<PhotoProblem>((reason) => refuse.mutate(reason));
  if (order.photoProblem)
    return (
      <Notice tone="violet" icon={IconCamera} title="Une autre photo est demandée au client">
        <span>{photoProblemLabels[order.photoProblem]}</span>
        {next}
      </Notice>
    );
  if (!order.allowedActions.includes('refuse-photo')) return null;
  if (refusing.value !== null)
    return (
      <HeldNotice
        what={`Photo illisible : ${photoProblemLabels[refusing.value].toLowerCase()}`}
        onUndo={refusing.undo}
      />
    );
  return (
    <ReasonDetails
      summary="Photo illisible"
      reasons={photoProblems}
      labels={photoProblemLabels}
      pending={refuse.isPending}
      onChoose={refusing.hold}
    />
  );
}

const AgreementForm = lazyWithRetry(
  () => import('./AgreementForm.tsx').then((module) => module.AgreementForm),
  { height: 120 },
);

type Props = {
  order: Order;
  /** Search param of the card's picture. */
  param?: string;
};

/** The insurance card and its rate, to compare with its picture; the check can be undone. */
export function InsuranceCheck({ order, param }: Props) {
  const check = useCheckInsurance(order);
  const card = order.insuranceCard;
  if (!card) return null;
  const verified = check.isPending ? check.variables : card.verified;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a border and a layout of its own
    <div className={styles.insurance} role="group" aria-label="Assurance">
      <div className={styles.card}>
        <span>
          <span>{`Assurance ${card.label ? `${card.label}, ` : ''}`}</span>
          <strong>{`${card.taux}\u00a0%`}</strong>
        </span>
        {verified ? (
          <StateBadge tone="teal" icon={IconShieldCheck} label="Assurance vérifiée" />
        ) : (
          <StateBadge
            tone="amber"
            icon={IconAlertTriangle}
            label={card.awaited ? CARD_AWAITED : 'Assurance à vérifier'}
          />
        )}
        {verified && card.awaited ? (
          <StateBadge tone="amber" icon={IconAlertTriangle} label={INSURER_AWAITED} />
        ) : null}
      </div>
      <div className={styles.card}>
        <CardLink fileKey={card.url} {...(param !== undefined && { param })} />
        {order.allowedActions.includes('check-insurance') ? (
          <label className={styles.tick}>
            <input
              type="checkbox"
              checked={verified}
              onChange={({ currentTarget }) => {
                if (!check.isPending) check.mutate(currentTarget.checked);
              }}
            />
            Carte vérifiée
          </label>
        ) : null}
      </div>
      {order.allowedActions.includes('note-agreement') ? (
        <details>
          <summary>Noter l’accord préalable</summary>
          <AgreementForm order={order} />
        </details>
      ) : null}
    </div>
  );
}

type DigitizationProps = {
  order: Order;
  /** Called after a save. */
  onSaved?: () => void;
  /** Above the form. */
  before?: ReactNode;
  /** Leads on once another photograph is asked for. */
  next?: ReactNode;
  /** Below it. */
  children?: ReactNode;
};

/** The prescription file beside the form for its items; on a phone above it, and collapsible. */
export function Digitization({ order, onSaved, before, next, children }: DigitizationProps) {
  const { user } = useSession();
  const saving = useSaveItems();
  const attaching = useAttachPrescription();
  const [shown, setShown] = useState(true);
  const id = useId();
  const fileKey = order.prescriptionUrl ?? null;
  const canWrite = order.allowedActions.includes('write-prescription');
  const canCorrect = order.allowedActions.includes('edit-prescription');
  const attach = async (number: string) => {
    await attaching.mutateAsync({ order, number });
    onSaved?.();
  };
  return (
    <div className={styles.digitization} data-file={fileKey !== null || undefined}>
      {fileKey === null ? null : (
        <div className={styles.file}>
          <Button
            className={styles.fold}
            variant="default"
            fullWidth
            rightSection={
              <IconChevronDown
                className={styles.chevron}
                data-up={shown || undefined}
                size={18}
                aria-hidden="true"
              />
            }
            onClick={() => setShown(!shown)}
            aria-expanded={shown}
            aria-controls={id}
          >
            {shown ? 'Masquer l’ordonnance' : 'Voir l’ordonnance'}
          </Button>
          <div id={id} className={styles.view} data-shown={shown || undefined}>
            <FileView fileKey={fileKey} name="Ordonnance" />
          </div>
        </div>
      )}
      <div className={styles.side}>
        {before}
        <PhotoRefusal order={order} next={next} />
        {user !== null && (canWrite || canCorrect) ? (
          <>
            {fileKey === null ? <Text c="dimmed">Aucun fichier n’est joint à cette commande.</Text> : null}
            <WritingForm
              key={order._id}
              personId={user._id}
              subject={order._id}
              // A correction is of the whole prescription, also of what the customer does not take.
              saved={joinLines<OrderItem>(order.prescription?.items ?? [], order.leftOut ?? [])}
              save={async (items) => {
                await saving.mutateAsync({ order, items });
                onSaved?.();
              }}
              attach={canWrite ? attach : undefined}
            />
          </>
        ) : null}
        {children}
      </div>
    </div>
  );
}
