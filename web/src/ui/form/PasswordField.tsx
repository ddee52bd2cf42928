import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useState } from 'react';
import { useField } from './use-field.ts';
import '@mantine/core/styles/ActionIcon.layer.css';
import '@mantine/core/styles/PasswordInput.layer.css';

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
