import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useState } from 'react';
import '@mantine/core/styles/ActionIcon.layer.css';
import '@mantine/core/styles/PasswordInput.layer.css';

/** A password that can be shown; the toggle is reachable by keyboard. */
export function PasswordField(props: PasswordInputProps) {
  const [visible, setVisible] = useState(false);
  return (
    <PasswordInput
      {...props}
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
