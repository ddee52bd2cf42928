import { Button, Text, TextInput, Title } from '@mantine/core';
import type { FormEvent } from 'react';
import { useNavigate } from 'react-router';
import styles from './MedicineForm.module.css';

/** Opens the search for medicines; before hydration too. */
export function MedicineForm() {
  const navigate = useNavigate();
  const open = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const q = String(new FormData(event.currentTarget).get('q') ?? '');
    void navigate(`/medicaments?${new URLSearchParams({ q })}`);
  };
  return (
    <section className={styles.part} aria-labelledby="medicine">
      <Title order={2} id="medicine">
        Chercher un médicament
      </Title>
      <Text c="dimmed">Voyez s’il est au catalogue, et son prix, sans créer de compte.</Text>
      <form action="/medicaments" onSubmit={open} className={styles.form}>
        <TextInput
          name="q"
          type="search"
          aria-label="Nom du médicament"
          placeholder="Sa marque ou sa substance"
          size="md"
          className={styles.field}
          autoComplete="off"
          enterKeyHint="search"
          maxLength={80}
        />
        <Button type="submit" size="md" variant="light">
          Chercher
        </Button>
      </form>
    </section>
  );
}
