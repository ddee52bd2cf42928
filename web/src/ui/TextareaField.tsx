import { Textarea, type TextareaProps } from '@mantine/core';
import { useField } from './fields.tsx';

/** A text area of a `SchemaForm`, two rows high. */
export function TextareaField({ name, ...input }: TextareaProps & { name: string }) {
  const { key, field } = useField(name);
  return <Textarea key={key} rows={2} withAsterisk={false} {...field} {...input} />;
}
