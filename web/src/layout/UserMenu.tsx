import { userTypeLabels } from '@amasin/domain/contract/user-type.ts';
import type { User } from '@amasin/domain/users/user.ts';
import { type MantineColorScheme, Menu, Text, useMantineColorScheme } from '@mantine/core';
import {
  IconHome,
  IconLayoutDashboard,
  IconLogout,
  IconShoppingBag,
  IconStethoscope,
  IconUser,
} from '@tabler/icons-react';
import { Link } from 'react-router';
import { CHAT_PARAM } from '../consultations/chat-param.ts';
import { homePathOf, mayOpen, typeOf } from '../session/page-access.ts';
import { useSignOut } from '../session/sign-out.tsx';
import { schemes } from '../ui/theme/schemes.ts';
import { useDialogUrl } from '../ui/use-dialog-url.ts';
import { UserButton } from './UserButton.tsx';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';

const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;

/** A lazy component, for signed-in people; `opened` when they clicked before it was loaded. */
export function UserMenu({ user, opened }: { user: User; opened: boolean }) {
  const { start: signOut, question } = useSignOut();
  const { open: openChat } = useDialogUrl(CHAT_PARAM);
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const home = homePathOf(user);
  const type = typeOf(user);
  return (
    <>
      <Menu
        defaultOpened={opened}
        withinPortal={false}
        withInitialFocusPlaceholder={false}
        position="bottom-end"
        width={240}
        shadow="md"
        transitionProps={{ duration: 120 }}
      >
        <Menu.Target>
          <UserButton name={user.name} />
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>
            <Text component="span" display="block" fw={600} size="sm" c="var(--mantine-color-text)" truncate>
              {user.name}
            </Text>
            {type === undefined ? null : <span>{userTypeLabels[type]}</span>}
          </Menu.Label>
          <Menu.Divider />
          <Menu.Item component={Link} to="/" leftSection={<IconHome {...icon} />}>
            Accueil
          </Menu.Item>
          {home === '/' ? null : (
            <Menu.Item component={Link} to={home} leftSection={<IconLayoutDashboard {...icon} />}>
              Tableau de bord
            </Menu.Item>
          )}
          {type === 'customer' ? (
            <>
              <Menu.Item component={Link} to="/order" leftSection={<IconShoppingBag {...icon} />}>
                Commander
              </Menu.Item>
              <Menu.Item leftSection={<IconStethoscope {...icon} />} onClick={() => openChat('list')}>
                Parler à un médecin
              </Menu.Item>
            </>
          ) : null}
          {mayOpen(user, '/profile') ? (
            <Menu.Item component={Link} to="/profile" leftSection={<IconUser {...icon} />}>
              {/* Spelled so by requirement (docs/rules.md, « By screen and role »). */}
              Mon profile
            </Menu.Item>
          ) : null}
          <Menu.Divider />
          <Menu.Label>Apparence</Menu.Label>
          <Menu.RadioGroup
            value={colorScheme}
            onChange={(scheme) => setColorScheme(scheme as MantineColorScheme)}
          >
            {schemes.map(({ scheme, label }) => (
              <Menu.RadioItem key={scheme} value={scheme}>
                {label}
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
          <Menu.Divider />
          <Menu.Item leftSection={<IconLogout {...icon} />} onClick={signOut}>
            Déconnexion
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {question}
    </>
  );
}
