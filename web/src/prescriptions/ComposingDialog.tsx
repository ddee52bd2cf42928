import type { Prescription } from '@amasin/domain/prescriptions/prescription.ts';
import { normalizePhone } from '@amasin/domain/users/phone-number.ts';
import type { User } from '@amasin/domain/users/user.ts';
import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { keys } from '../lib/keys.ts';
import { toast } from '../lib/toast.tsx';
import { fetchCurrent } from '../medications/api.ts';
import { ResponsiveDialog } from '../ui/dialog.tsx';
import { EmptyState, ListSkeleton, QueryState } from '../ui/feedback.tsx';
import { Notice } from '../ui/Notice.tsx';
import { usePatientNames, usePrescription } from './api.ts';
import { ComposingForm } from './ComposingForm.tsx';
import styles from './composing.module.css';
import {
  bodyOf,
  changedParts,
  draftOf,
  NEW_PRESCRIPTION,
  newPrescriptionDraft,
  type Patient,
  type PrescriptionDraft,
  type Reuse,
  readTarget,
  reusedDraft,
  reuseOf,
} from './draft.ts';
import { keptAttempt, sendNew, update, useComposing } from './use-composing.ts';

type KnownPatientsProps = {
  /** As it is typed. */
  phone: string;
  name: string;
  onPick: (name: string) => void;
};

/** The names that the prescriber wrote for this telephone before. */
function KnownPatients({ phone, name, onPick }: KnownPatientsProps) {
  const names = usePatientNames(normalizePhone(phone));
  return (
    <div role="status" className={styles.known}>
      {names.length === 0 ? null : (
        <>
          <span>{names.length === 1 ? 'Patient connu :' : 'Patients connus :'}</span>
          {names.map((one) => (
            // A picked name stays, and so does the focus.
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

type NewPrescriptionProps = {
  user: User;
  /** Distinguishes its stored draft from those of other forms; null without a patient or an earlier prescription. */
  name: string | null;
  first: PrescriptionDraft;
  onCreated: (prescription: Prescription) => void;
  onClose: () => void;
};

function NewPrescription({ user, name, first: given, onCreated, onClose }: NewPrescriptionProps) {
  const [first] = useState(given);
  const composing = useComposing({
    personId: user._id,
    name: name === null ? 'prescription-draft' : `prescription-draft:${name}`,
    first,
    send: (draft) => sendNew(user._id, bodyOf(draft)),
    fallback: 'Erreur création ordonnance',
    onSent: (prescription) => {
      toast.success('Ordonnance créée');
      onCreated(prescription);
    },
  });
  return (
    <ComposingForm
      composing={composing}
      user={user}
      knownPatients={
        <KnownPatients
          phone={composing.draft.patientPhone}
          name={composing.draft.patientName}
          onPick={(patientName) => composing.change('patientName', { patientName })}
        />
      }
      verb="Créer"
      onReset={() => {
        keptAttempt.remove(user._id);
        composing.reset();
      }}
      onCancel={onClose}
    />
  );
}

const NOT_FOUND = 'Ordonnance introuvable';
const GONE = 'Elle n’existe pas, ou elle a été supprimée.';

type NoFormProps = { title: string; children: string; onClose: () => void };

/** In place of a form that cannot be opened. */
function NoForm({ title, children, onClose }: NoFormProps) {
  return (
    <EmptyState
      title={title}
      action={
        <Button variant="default" onClick={onClose}>
          Fermer
        </Button>
      }
    >
      {children}
    </EmptyState>
  );
}

type EditPrescriptionProps = {
  number: string;
  user: User;
  onClose: () => void;
};

/** Edits an unused prescription. */
export function EditPrescription({ number, ...props }: EditPrescriptionProps) {
  const query = usePrescription('mine', number);
  const { data: prescription } = query;
  if (prescription === undefined) return <QueryState query={query} rows={4} height={64} />;
  if (prescription === null || prescription.used)
    return (
      <NoForm
        title={prescription === null ? NOT_FOUND : 'Cette ordonnance a déjà été utilisée'}
        onClose={props.onClose}
      >
        {prescription === null ? GONE : 'Elle ne change plus.'}
      </NoForm>
    );
  return <EditForm {...props} prescription={prescription} />;
}

type FormProps = Omit<EditPrescriptionProps, 'number'> & { prescription: Prescription };

function EditForm({ prescription, user, onClose }: FormProps) {
  // The state when the form was opened: a refetch must not overwrite typed values.
  const [first] = useState(() => draftOf(prescription));
  const composing = useComposing({
    personId: user._id,
    name: `prescription-draft:${prescription.prescriptionNumber}`,
    first,
    send: (draft) => update(prescription._id, changedParts(draft, first)),
    fallback: "Erreur lors de l'enregistrement",
    onSent: () => {
      toast.success('Ordonnance enregistrée');
      onClose();
    },
  });
  return (
    <ComposingForm
      composing={composing}
      user={user}
      verb="Enregistrer"
      onReset={composing.reset}
      onCancel={onClose}
    />
  );
}

type ReusePrescriptionProps = {
  how: Reuse;
  number: string;
  user: User;
  onCreated: (prescription: Prescription) => void;
  onClose: () => void;
};

/** A new prescription with the lines of an earlier one, at today's prices. The server has nothing of it before it is sent. */
function ReusePrescription({ how, number, ...props }: ReusePrescriptionProps) {
  const query = usePrescription('mine', number);
  const source = query.data;
  const current = useQuery({
    queryKey: keys.medications.of('current', number),
    queryFn: () => fetchCurrent(source ? draftOf(source).lines : []),
    enabled: Boolean(source),
    gcTime: 0,
  });
  if (source === null)
    return (
      <NoForm title={NOT_FOUND} onClose={props.onClose}>
        {GONE}
      </NoForm>
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

type Props = {
  user: User;
  /** The patient of a new prescription; null when the prescriber types one, undefined until it is loaded. */
  patient: Patient | null | undefined;
  /** As `readTarget` reads it; null when closed. */
  target: string | null;
  onCreated: (prescription: Prescription) => void;
  onClose: () => void;
};

/** The form of a prescription; full screen on a phone. */
export function ComposingDialog({ target, patient, onCreated, ...props }: Props) {
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
          key={patient?.consultationId ?? NEW_PRESCRIPTION}
          {...props}
          name={patient?.consultationId ?? null}
          first={newPrescriptionDraft(patient)}
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
