import { schemaResolver, useForm } from '@mantine/form';
import { useEffect, useRef, useState } from 'react';
import type { z } from 'zod';
import { ApiError, messageOf } from '../api/api-error.ts';
import { toast } from '../toast/toast.tsx';
import { watchUnsent } from './unsent.ts';

type Values = Record<string, unknown>;

type FieldValue<V extends Values> = Parameters<ReturnType<typeof useForm<V>>['setFieldValue']>[1];

type Input<V extends Values> = {
  /** `() => import('…').then((module) => module.login)`: zod comes after the page, before the first field is left. */
  loadSchema: () => Promise<z.ZodType>;
  initialValues: V;
  /** Sends what was typed, valid; may throw an `ApiError`. */
  send: (values: V) => Promise<unknown>;
  /** Said when the server gives no words of its own. */
  fallback: string;
  /** Refusals without `fields` that still belong to one field: PHONE_TAKEN → phone. */
  fieldOfCode?: Readonly<Record<string, string>>;
};

/**
 * A form as VISUAL.md wants it: checked on leaving a field and on sending, messages under the fields, focus on the
 * first wrong one, the server's field errors shown like our own, and what was typed kept whatever happens.
 */
export function useSchemaForm<V extends Values>(input: Input<V>) {
  const { loadSchema, initialValues, send, fallback, fieldOfCode } = input;
  const [validate] = useState(() => validatorOf<V>(loadSchema));
  const form = useForm<V>({ mode: 'uncontrolled', initialValues, validate, validateInputOnBlur: true });
  const element = useRef<HTMLFormElement>(null);

  // On a slow line one may type, or the browser may fill in, before this script runs. The fields stay as they are: one may
  // be in the middle of a word.
  const setFieldValue = useRef(form.setFieldValue);
  const firstValues = useRef(initialValues);
  useEffect(() => {
    loadSchema().catch(() => null);
    for (const { dataset, value } of inputsOf(element.current)) {
      const path = dataset.path;
      if (path !== undefined && value !== '' && typeof firstValues.current[path] === 'string')
        setFieldValue.current(path, value as FieldValue<V>, { forceUpdate: false });
    }
  }, [loadSchema]);

  const isDirty = useRef(form.isDirty);
  useEffect(() => watchUnsent(() => isDirty.current()), []);

  const focusFirst = (errors: Readonly<Record<string, unknown>>) => {
    inputsOf(element.current)
      .find(({ dataset }) => dataset.path !== undefined && errors[dataset.path])
      ?.focus();
  };

  const refuse = (error: unknown) => {
    toast.error(messageOf(error, fallback));
    if (!(error instanceof ApiError)) throw error;
    const field = fieldOfCode?.[error.code];
    const errors = field === undefined ? error.fields : { [field]: error.message };
    form.setErrors(errors);
    focusFirst(errors);
  };

  const onSubmit = form.onSubmit((values) => send(values).catch(refuse), focusFirst);
  return {
    form,
    sending: form.submitting,
    formProps: { ref: element, onSubmit, noValidate: true, method: 'post' } as const,
  };
}

/** Without the schema (the line is down) the server alone judges: it checks the same things. */
function validatorOf<V extends Values>(loadSchema: () => Promise<z.ZodType>) {
  return async (values: V) => {
    const schema = await loadSchema().catch(() => null);
    return schema === null ? {} : schemaResolver(schema)(values);
  };
}

function inputsOf(form: HTMLFormElement | null): HTMLInputElement[] {
  return [...(form?.querySelectorAll<HTMLInputElement>('[data-path]') ?? [])];
}
