import { NativeSelect, type NativeSelectProps } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useField } from './fields.tsx';

/** A native select in a `SchemaForm`, with the same arrow as the filters. */
export function ChoiceField({ name, ...input }: NativeSelectProps & { name: string }) {
  const { key, field } = useField(name);
  const arrow = <IconChevronDown size={18} aria-hidden="true" />;
  return <NativeSelect key={key} rightSection={arrow} withAsterisk={false} {...field} {...input} />;
}
