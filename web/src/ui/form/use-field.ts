import type { UseFormReturnType } from '@mantine/form';
import { createContext, use } from 'react';

export type FormOfFields = Pick<UseFormReturnType<object>, 'key' | 'getInputProps'>;

/** The form around a field, from `SchemaForm`. */
export const FormContext = createContext<FormOfFields | null>(null);

/** Connects an input to the field of this name in the form around it: `<Input key={key} {...field} />`. */
export function useField(name: string, type: 'input' | 'checkbox' = 'input') {
  const form = use(FormContext);
  if (form === null) throw new Error(`The field ${name} is outside a SchemaForm`);
  return { key: form.key(name), field: form.getInputProps(name, { type }) };
}
