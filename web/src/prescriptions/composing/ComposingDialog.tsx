import type { Prescription } from '@amasin/domain/prescriptions/prescription.ts';
import { normalizePhone } from '@amasin/domain/users/phone-number.ts';
import type { User } from '@amasin/domain/users/user.ts';
import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { keys } from '../../lib/keys.ts';
import { toast } from '../../lib/toast.tsx';
import { ResponsiveDialog } from '../../ui/dialog.tsx';
import { EmptyState, ListSkeleton, QueryState } from '../../ui/feedback.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { usePatientNames, usePrescription } from '../listing/api.ts';
import { ComposingForm, Prescriber, Resumed, type Slots } from './ComposingForm.tsx';
import styles from './composing.module.css';
import { bodyOf, changedParts, type Draft, draftOf, newDraft, type Patient, reusedDraft } from './draft.ts';
import { sendNew, storeAttempt, update } from './send-new.ts';
import { NEW, type Reuse, readTarget, reuseOf } from './target.ts';
import { type FetchCurrent, useComposing } from './use-composing.ts';

type Props = {
  /** As it is typed. */
  phone: string;
  name: string;
  onPick: (name: string) => void;
};

/** The names that the prescriber wrote for this telephone before. */
function KnownPatients({ phone, name, onPick }: Props) {
  const names = usePatientNames(normalizePhone(phone));
  return (
    <div role="status" className={styles.known}>
      {names.length === 0 ? null : (
        <>
          <span>{names.length === 1 ? 'Patient connu :' : 'Patients connus :'}</span>
          {names.map((one) => (
            // Stays when it is picked, so that the focus does.
            <Button
              key={one}
              size="compact-md"
              variant={one === name.trim() ? 'filled' : 'light'}
              aria-pressed={one === name.trim()}
              onClick={() => onPick(one)}
            >
              {one}
            </Button>
          ))}
        </>
      )}
    </div>
  );
}

type NewPrescriptionProps = Slots & {
  user: User;
  /** Distinguishes its stored draft from those of other forms; null for an empty form. */
  name: string | null;
  first: Draft;
  fetchCurrent: FetchCurrent;
  onCreated: (prescription: Prescription) => void;
  onClose: () => void;
};

function NewPrescription({ user, name, fetchCurrent, onCreated, onClose, ...props }: NewPrescriptionProps) {
  const { first: given, ...slots } = props;
  const [first] = useState(given);
  const composing = useComposing({
    personId: user._id,
    name: name === null ? 'prescription-draft' : `prescription-draft:${name}`,
    first,
    send: (draft) => sendNew(user._id, bodyOf(draft)),
    fallback: 'Erreur création ordonnance',
    fetchCurrent,
    onSent: (prescription) => {
      toast.success('Ordonnance créée');
      onCreated(prescription);
    },
  });
  const reset = () => {
    storeAttempt(user._id, null);
    composing.reset();
  };
  return (
    <>
      {composing.resumed ? <Resumed onReset={reset} /> : null}
      <ComposingForm
        {...slots}
        composing={composing}
        prescriber={<Prescriber user={user} />}
        knownPatients={
          <KnownPatients
            phone={composing.draft.patientPhone}
            name={composing.draft.patientName}
            onPick={(patientName) => composing.change('patientName', { patientName })}
          />
        }
        verb="Créer"
        onCancel={onClose}
      />
    </>
  );
}

type EditPrescriptionProps = Slots & {
  number: string;
  user: User;
  fetchCurrent: FetchCurrent;
  onClose: () => void;
};

/** Edits an unused prescription. */
export function EditPrescription({ number, ...props }: EditPrescriptionProps) {
  const query = usePrescription('mine', number);
  const { data: prescription } = query;
  if (prescription === undefined) return <QueryState query={query} rows={4} height={64} />;
  if (prescription === null || prescription.used)
    return (
      <EmptyState
        title={prescription === null ? 'Ordonnance introuvable' : 'Cette ordonnance a déjà été utilisée'}
        action={
          <Button variant="default" onClick={props.onClose}>
            Fermer
          </Button>
        }
      >
        {prescription === null ? 'Elle n’existe pas, ou elle a été supprimée.' : 'Elle ne change plus.'}
      </EmptyState>
    );
  return <EditForm {...props} prescription={prescription} />;
}

type FormProps = Omit<EditPrescriptionProps, 'number'> & { prescription: Prescription };

function EditForm({ prescription, user, fetchCurrent, onClose, ...slots }: FormProps) {
  // The state when the form was opened: a refetch must not overwrite typed values.
  const [first] = useState(() => draftOf(prescription));
  const composing = useComposing({
    personId: user._id,
    name: `prescription-draft:${prescription.prescriptionNumber}`,
    first,
    send: (draft) => update(prescription._id, changedParts(draft, first)),
    fallback: "Erreur lors de l'enregistrement",
    fetchCurrent,
    onSent: () => {
      toast.success('Ordonnance enregistrée');
      onClose();
    },
  });
  return (
    <>
      {composing.resumed ? <Resumed onReset={composing.reset} /> : null}
      <ComposingForm
        {...slots}
        composing={composing}
        prescriber={<Prescriber user={user} />}
        verb="Enregistrer"
        onCancel={onClose}
      />
    </>
  );
}

type ReusePrescriptionProps = Slots & {
  how: Reuse;
  number: string;
  user: User;
  fetchCurrent: FetchCurrent;
  onCreated: (prescription: Prescription) => void;
  onClose: () => void;
};

/** A new prescription with the lines of an earlier one, at today's prices. Nothing is stored before it is sent. */
function ReusePrescription({ how, number, ...props }: ReusePrescriptionProps) {
  const { fetchCurrent, onClose } = props;
  const query = usePrescription('mine', number);
  const source = query.data;
  const current = useQuery({
    queryKey: keys.medications.current(number),
    queryFn: () => fetchCurrent(source ? draftOf(source).lines : []),
    enabled: Boolean(source),
    gcTime: 0,
  });
  if (source === null)
    return (
      <EmptyState
        title="Ordonnance introuvable"
        action={
          <Button variant="default" onClick={onClose}>
            Fermer
          </Button>
        }
      >
        Elle n’existe pas, ou elle a été supprimée.
      </EmptyState>
    );
  if (source === undefined) return <QueryState query={query} rows={4} height={64} />;
  if (current.data === undefined) return <QueryState query={current} rows={4} height={64} />;
  const first = reusedDraft(source, how, current.data);
  const kept = new Set(first.lines.map(({ medicationId }) => medicationId));
  const left = source.items.filter(({ medicationId }) => !kept.has(medicationId));
  return (
    <>
      {left.length === 0 ? null : (
        <div className={styles.resumed}>
          <Notice
            tone="amber"
            icon={IconAlertTriangle}
            title={`Plus en vente : ${left.map(({ label }) => label).join(', ')}`}
          >
            {left.length === 1 ? 'Cette ligne n’est pas reprise.' : 'Ces lignes ne sont pas reprises.'}
          </Notice>
        </div>
      )}
      <NewPrescription {...props} name={reuseOf(how, number)} first={first} />
    </>
  );
}

type ComposingDialogProps = Slots & {
  user: User;
  /** The patient of a new prescription; null when the prescriber types one, undefined until it is loaded. */
  patient: Patient | null | undefined;
  /** As `readTarget` reads it; null when closed. */
  target: string | null;
  fetchCurrent: FetchCurrent;
  onCreated: (prescription: Prescription) => void;
  onClose: () => void;
};

/** The form of a prescription; full screen on a phone. */
export function ComposingDialog({ target, patient, onCreated, ...props }: ComposingDialogProps) {
  // The content stays rendered during the closing transition.
  const last = useRef(target);
  last.current = target ?? last.current;
  const shown = last.current === null ? null : readTarget(last.current);
  return (
    <ResponsiveDialog
      opened={target !== null}
      onClose={props.onClose}
      title={shown?.how === 'edit' ? `Modifier ${shown.number}` : 'Nouvelle ordonnance'}
      size="lg"
    >
      {shown?.how === 'new' && patient === undefined ? <ListSkeleton rows={1} height={400} /> : null}
      {shown?.how === 'new' && patient !== undefined ? (
        <NewPrescription
          key={patient?.draft ?? NEW}
          {...props}
          name={patient?.draft ?? null}
          first={newDraft(patient)}
          onCreated={onCreated}
        />
      ) : null}
      {shown?.how === 'renew' || shown?.how === 'copy' ? (
        <ReusePrescription key={last.current} {...props} {...shown} onCreated={onCreated} />
      ) : null}
      {shown?.how === 'edit' ? (
        <EditPrescription key={shown.number} {...props} number={shown.number} />
      ) : null}
    </ResponsiveDialog>
  );
}
