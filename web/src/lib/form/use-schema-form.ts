import { schemaResolver, useForm } from '@mantine/form';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { z } from 'zod';
import { ApiError, messageOf } from '../api/api-error.ts';
import { toast } from '../toast/toast.ts';

type Values = Record<string, unknown>;

type Input<V extends Values> = {
  schema: z.ZodType;
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
export function useSchemaForm<V extends Values>({
  schema,
  initialValues,
  send,
  fallback,
  fieldOfCode,
}: Input<V>) {
  const form = useForm<V>({
    mode: 'uncontrolled',
    initialValues,
    validate: schemaResolver(schema, { sync: true }),
    validateInputOnBlur: true,
  });
  const [sending, setSending] = useState(false);
  const element = useRef<HTMLFormElement>(null);

  // On a slow line one may type, or the browser may fill in, before this script runs.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the written page comes alive
  useEffect(() => {
    const typed: Record<string, string> = {};
    for (const input of inputsOf(element.current)) {
      const path = input.dataset.path;
      if (path !== undefined && input.value !== '' && typeof initialValues[path] === 'string')
        typed[path] = input.value;
    }
    if (Object.keys(typed).length > 0) form.setValues(typed as Partial<V>);
  }, []);

  const focusFirst = (errors: Readonly<Record<string, unknown>>) => {
    for (const input of inputsOf(element.current)) {
      if (input.dataset.path !== undefined && errors[input.dataset.path]) return input.focus();
    }
  };

  const refuse = (error: unknown) => {
    toast.error(messageOf(error, fallback));
    if (!(error instanceof ApiError)) throw error;
    const field = fieldOfCode?.[error.code];
    const errors = field === undefined ? error.fields : { [field]: error.message };
    form.setErrors(errors);
    focusFirst(errors);
  };

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (sending) return;
    form.onSubmit(async (values) => {
      setSending(true);
      await send(values)
        .catch(refuse)
        .finally(() => setSending(false));
    }, focusFirst)(event);
  };

  return {
    form,
    sending,
    formProps: {
      ref: element,
      onSubmit,
      noValidate: true,
      method: 'post',
    } as const,
  };
}

function inputsOf(form: HTMLFormElement | null): HTMLInputElement[] {
  return [...(form?.querySelectorAll<HTMLInputElement>('[data-path]') ?? [])];
}
