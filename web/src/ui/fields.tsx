import { PasswordInput, type PasswordInputProps, TextInput, type TextInputProps } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { createContext, use, useState } from 'react';
import '@mantine/core/styles/ActionIcon.layer.css';
import '@mantine/core/styles/PasswordInput.layer.css';

export type FormOfFields = Pick<UseFormReturnType<object>, 'key' | 'getInputProps'>;

/** The form around a field, from `SchemaForm`. */
export const FormContext = createContext<FormOfFields | null>(null);

/** Connects an input to the field of this name in the form around it: `<Input key={key} {...field} />`. */
export function useField(name: string, type: 'input' | 'checkbox' = 'input') {
  const form = use(FormContext);
  if (form === null) throw new Error(`The field ${name} is outside a SchemaForm`);
  return { key: form.key(name), field: form.getInputProps(name, { type }) };
}

/** A line of text in a `SchemaForm`. */
export function TextField({ name, ...input }: TextInputProps & { name: string }) {
  const { key, field } = useField(name);
  return <TextInput key={key} withAsterisk={false} {...field} {...input} />;
}

/** A password in a `SchemaForm`, which can be shown; the toggle is reachable by keyboard. */
export function PasswordField({ name, ...input }: PasswordInputProps & { name: string }) {
  const { key, field } = useField(name);
  const [visible, setVisible] = useState(false);
  return (
    <PasswordInput
      key={key}
      withAsterisk={false}
      {...field}
      {...input}
      // Mantine marks its inputs, but not this one.
      aria-invalid={field.error ? true : undefined}
      visible={visible}
      onVisibilityChange={setVisible}
      visibilityToggleButtonProps={{
        'aria-label': visible ? 'Masquer le mot de passe' : 'Afficher le mot de passe',
        'aria-pressed': visible,
        tabIndex: 0,
      }}
    />
  );
}
