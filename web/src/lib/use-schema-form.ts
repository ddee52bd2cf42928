import { schemaResolver, useForm } from '@mantine/form';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { z } from 'zod';
import { ApiError, fieldErrors, messageOf, SAVE_FAILED } from './api-error.ts';
import { toast } from './toast.tsx';
import { watchUnsent } from './unsent.ts';

type Values = Record<string, unknown>;

type FieldValue<V extends Values> = Parameters<ReturnType<typeof useForm<V>>['setFieldValue']>[1];

type Schema = z.ZodType | (() => Promise<z.ZodType>);

type Input<V extends Values> = {
  /**
   * A visitor's form passes `() => import('…').then((module) => module.login)`: zod is loaded while the first field is filled
   * in, not with the page.
   */
  schema: Schema;
  initialValues: V;
  /** Values known from the previous page, which the prerendered page does not have. Typed ones remain. */
  known?: () => Partial<V>;
  /** Called with valid values; may throw an `ApiError`. */
  send: (values: V) => Promise<unknown>;
  /** The message when the server has sent none. */
  fallback?: string;
  /** The field of a refusal that names none. */
  fieldOfCode?: Readonly<Record<string, string>>;
  /** Called when a field takes the focus. */
  onBegin?: () => void;
  /** Called with the values when a field loses the focus. */
  onLeft?: (values: V) => void;
  /** Called when `send` has failed: what the page shows may be outdated. */
  onFailed?: () => void;
};

/**
 * A form: validated when a field loses focus and on submit, messages under the fields, focus on the first
 * invalid one, the server's field errors shown like our own. Typed values and the focus stay after a failure.
 */
export function useSchemaForm<V extends Values>(input: Input<V>) {
  const {
    schema,
    initialValues,
    known,
    send,
    fallback = SAVE_FAILED,
    fieldOfCode,
    onBegin,
    onLeft,
    onFailed,
  } = input;
  const [validate] = useState(() => validatorOf<V>(schema));
  const form = useForm<V>({ mode: 'uncontrolled', initialValues, validate, validateInputOnBlur: true });
  const element = useRef<HTMLFormElement>(null);
  // Why the form was refused, when it is not because of a field.
  const [problem, setProblem] = useState<string | null>(null);

  // Values typed or autofilled before hydration are copied into the form, without rendering the fields again.
  const setFieldValue = useRef(form.setFieldValue);
  const firstValues = useRef(initialValues);
  const knownValues = useRef(known);
  useEffect(() => {
    for (const { dataset, value } of inputsOf(element.current)) {
      const path = dataset.path;
      if (path !== undefined && value !== '' && typeof firstValues.current[path] === 'string')
        setFieldValue.current(path, value as FieldValue<V>, { forceUpdate: false });
    }
    for (const [path, value] of Object.entries(knownValues.current?.() ?? {})) {
      const isTyped = inputsOf(element.current).some(
        (input) => input.dataset.path === path && input.value !== '',
      );
      if (value !== '' && !isTyped) setFieldValue.current(path, value as FieldValue<V>);
    }
  }, []);

  const isDirty = useRef(form.isDirty);
  useEffect(() => watchUnsent(() => isDirty.current()), []);

  const focusFirst = (errors: Readonly<Record<string, unknown>>) => {
    inputsOf(element.current)
      .find(({ dataset }) => dataset.path !== undefined && errors[dataset.path])
      ?.focus();
  };

  const refuse = (error: unknown) => {
    onFailed?.();
    toast.error(messageOf(error, fallback));
    if (!(error instanceof ApiError)) throw error;
    const errors = fieldErrors(error, fieldOfCode);
    form.setErrors(errors);
    focusFirst(errors);
    if (Object.keys(errors).length === 0) setProblem(messageOf(error, fallback));
  };

  const submit = form.onSubmit((values) => {
    setProblem(null);
    return send(values).catch(refuse);
  }, focusFirst);

  // The button is disabled while sending, which takes its focus.
  const focused = useRef<Element | null>(null);
  useEffect(() => {
    if (form.submitting) return;
    if (document.activeElement === document.body && focused.current instanceof HTMLElement)
      focused.current.focus();
    focused.current = null;
  }, [form.submitting]);
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    focused.current = document.activeElement;
    // Some browsers fill in a form without telling the page.
    const known: Values = form.getValues();
    for (const input of inputsOf(element.current)) {
      const { dataset, value } = input;
      const path = dataset.path ?? '';
      if (known[path] === '' && value !== '' && input.getAttribute('role') !== 'combobox')
        form.setFieldValue(path, value as FieldValue<V>, { forceUpdate: false });
    }
    submit(event);
  };
  return {
    form,
    problem,
    sending: form.submitting,
    formProps: {
      ref: element,
      onSubmit,
      onFocus: () => {
        if (typeof schema === 'function') schema().catch(() => null);
        onBegin?.();
      },
      onBlur: () => onLeft?.(form.getValues()),
      noValidate: true,
      method: 'post',
    } as const,
  };
}

/** When the schema cannot be loaded, only the server validates: by the same schema. */
function validatorOf<V extends Values>(schema: Schema) {
  return async (values: V) => {
    const loaded = typeof schema === 'function' ? await schema().catch(() => null) : schema;
    return loaded === null ? {} : schemaResolver(loaded)(values);
  };
}

function inputsOf(form: HTMLFormElement | null): HTMLInputElement[] {
  return [...(form?.querySelectorAll<HTMLInputElement>('[data-path]') ?? [])];
}

/**
 * The fields that differ from those of `first`, for a form that changes what several people may change at once: sending the
 * others would restore their old values. Lists and positions are compared as JSON.
 */
export function editedFields<Body extends object>(first: Body, last: Body): Partial<Body> {
  const names = Object.keys(last) as (keyof Body)[];
  const isChanged = (name: keyof Body) => JSON.stringify(last[name]) !== JSON.stringify(first[name]);
  return Object.fromEntries(names.filter(isChanged).map((name) => [name, last[name]])) as Partial<Body>;
}
