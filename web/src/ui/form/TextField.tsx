import { TextInput, type TextInputProps } from '@mantine/core';
import { useField } from './use-field.ts';

/** A line of text in a `SchemaForm`. */
export function TextField({ name, ...input }: TextInputProps & { name: string }) {
  const { key, field } = useField(name);
  return <TextInput key={key} withAsterisk={false} {...field} {...input} />;
}
