import { Button, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useHydrated } from '../lib/hydration.tsx';
import type { useSchemaForm } from '../lib/use-schema-form.ts';
import { FormContext, type FormOfFields } from './fields.tsx';
import styles from './SchemaForm.module.css';

type Props = ButtonProps &
  Pick<ReturnType<typeof useSchemaForm>, 'formProps' | 'problem'> & {
    form: FormOfFields;
    /** Fields, which read the form from the context. */
    children: ReactNode;
  };

/** A form and its submit button: `<SchemaForm {...useSchemaForm(…)} submit="Enregistrer">`. */
export function SchemaForm({ form, formProps, problem, children, ...button }: Props) {
  return (
    <FormContext value={form}>
      <form {...formProps}>
        <Stack gap="md">
          {children}
          {problem === null ? null : (
            <div role="alert" className={styles.problem}>
              {problem}
            </div>
          )}
          <SubmitButton {...button} />
        </Stack>
      </form>
    </FormContext>
  );
}

type ButtonProps = {
  /** The text of the button. */
  submit: string;
  sending: boolean;
  /** Read by screen readers while sending. */
  sendingLabel?: string;
  disabled?: boolean;
  /** Deletes something for good. */
  danger?: boolean;
};

/** Full width on a phone. */
function SubmitButton(props: ButtonProps) {
  const {
    submit,
    sending,
    sendingLabel = 'Enregistrement en cours…',
    disabled = false,
    danger = false,
  } = props;
  // Before hydration a native submit would load a URL that accepts no POST.
  const hydrated = useHydrated();
  return (
    <>
      {/* Without a submit button, Enter in a single field submits natively: the disabled one prevents it. */}
      {hydrated ? null : <button type="submit" disabled hidden />}
      <Button
        type={hydrated ? 'submit' : 'button'}
        size="md"
        fullWidth
        loading={sending}
        disabled={disabled}
        {...(danger ? { color: 'red' } : {})}
        {...(sending ? { 'aria-label': sendingLabel } : {})}
      >
        {submit}
      </Button>
    </>
  );
}
