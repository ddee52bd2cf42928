import { formatClock, formatMoney } from '@amasin/domain/contract/format.ts';
import { MINUTE_MS } from '@amasin/domain/contract/time.ts';
import type { Inquiry, InquiryLine } from '@amasin/domain/inquiries/endpoints.ts';
import {
  BOX_NOTE_MAX,
  CONFIRMED_HOURS,
  HELD_MINUTES,
  isOpenInquiry,
  type LineAnswer,
  lineAnswerLabels,
  lineAnswers,
} from '@amasin/domain/inquiries/inquiry.ts';
import { medicationFormLabels } from '@amasin/domain/medications/form.ts';
import { Button, Paper, Radio, Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import {
  IconBell,
  IconCheck,
  IconCircleCheck,
  IconClock,
  IconCloudOff,
  IconPackage,
} from '@tabler/icons-react';
import { countOf } from '../lib/format.ts';
import { listOf } from '../lib/lists.ts';
import { useNow } from '../lib/use-now.ts';
import { Decisions } from '../ui/Decisions.tsx';
import cards from '../ui/decisions.module.css';
import { QueryState } from '../ui/feedback.tsx';
import { StaleNotice } from '../ui/listing.tsx';
import { Notice } from '../ui/Notice.tsx';
import { PlainList } from '../ui/PlainList.tsx';
import { DateTime } from '../ui/text.tsx';
import { type Answers, type Chosen, useAnswers, writtenOf } from './answers.ts';
import { isUnseen, useInquiries, useOffers, useSeeInquiry } from './api.ts';
import styles from './inquiries.module.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Radio.layer.css';

/** What is over is shown for so long after it was asked or kept, as the server lists it. */
const OVER_MS = 30 * MINUTE_MS;

/** What is said of an inquiry that asks nothing any more; of the other states nothing is shown. */
const overWords = {
  found: { title: 'Merci, trouvé', text: 'Une autre pharmacie a répondu : il n’y a rien à garder.' },
  lapsed: { title: 'Plus à garder', text: 'La commande n’a pas été payée à temps.' },
  ended: { title: 'Le client n’attend plus', text: 'Il n’y a rien à garder.' },
} as const;

type Over = keyof typeof overWords;

const isOver = (state: Inquiry['state']): state is Over => state in overWords;

/** Where an inquiry stands among the others: what is open first, then what is kept. Null when it is not shown. */
function rankOf({ state, askedAt, heldUntil }: Inquiry, now: Date): number | null {
  if (isOpenInquiry(state)) return 0;
  if (state === 'answered') return 1;
  const last = Math.max(Date.parse(askedAt), Date.parse(heldUntil ?? askedAt));
  return isOver(state) && now.getTime() - last < OVER_MS ? 2 : null;
}

/** What the pharmacy is asked before an order is paid (rule 64), the oldest first, and what it keeps; nothing when there is nothing. */
export function Inquiries() {
  const query = useInquiries();
  const now = useNow();
  const list = listOf(query, query.data);
  if (query.data === undefined) {
    const isFailing = query.failureReason !== null || query.fetchStatus === 'paused';
    return isFailing ? <QueryState query={query} rows={1} height={160} /> : null;
  }
  const shown = query.data.flatMap((inquiry) => {
    const rank = rankOf(inquiry, now);
    return rank === null ? [] : [{ inquiry, rank }];
  });
  if (shown.length === 0) return null;
  return (
    <>
      <Decisions
        title={shown.some(({ rank }) => rank === 0) ? 'Avez-vous ces médicaments ?' : 'Demandes'}
        query={{ ...query, data: shown.sort((one, other) => one.rank - other.rank) }}
        emptyTitle=""
        emptyText=""
        keyOf={({ inquiry }) => inquiry._id}
      >
        {({ inquiry }) => <InquiryCard inquiry={inquiry} now={now} />}
      </Decisions>
      <StaleNotice list={list} />
    </>
  );
}

type CardProps = { inquiry: Inquiry; now: Date };

function InquiryCard({ inquiry, now }: CardProps) {
  const { _id, orderNumber, zone, state, askedAt } = inquiry;
  const see = useSeeInquiry();
  const isNew = isUnseen(inquiry);
  return (
    <Paper
      component="section"
      withBorder
      radius="lg"
      className={cards.card}
      aria-label={orderNumber}
      // Whatever is touched in it, it is seen.
      onClick={() => {
        if (isNew) see.mutate(_id);
      }}
    >
      <div>
        <Text fw={600}>{orderNumber}</Text>
        <Text size="sm" c="dimmed">
          <span>{`${zone} · `}</span>
          <DateTime at={askedAt} />
        </Text>
      </div>
      {isNew ? (
        <Notice tone="amber" icon={IconBell} role="alert" title="Nouvelle demande">
          <Button color="soleil">Voir</Button>
        </Notice>
      ) : null}
      {isOpenInquiry(state) ? (
        <OpenInquiry inquiry={inquiry} now={now} />
      ) : state === 'answered' ? (
        <Kept inquiry={inquiry} now={now} />
      ) : isOver(state) ? (
        <Notice tone="sage" icon={IconCircleCheck} role="status" title={overWords[state].title}>
          {overWords[state].text}
        </Notice>
      ) : null}
    </Paper>
  );
}

/** What the pharmacy has put aside, and until when. */
function Kept({ inquiry: { lines, heldUntil }, now }: CardProps) {
  const until = new Date(heldUntil ?? now);
  return (
    <>
      <Notice
        tone="teal"
        icon={IconPackage}
        role="status"
        title={
          until > now
            ? `Gardez ces boîtes jusqu’à ${formatClock(until)}`
            : 'Gardez encore ces boîtes : le client paie peut-être'
        }
      >
        Payée, la commande arrive dans votre liste.
      </Notice>
      <PlainList gap={4}>
        {lines.map(({ medicationId, label, quantity, answer, offered, note }) =>
          answer === 'missing' ? null : (
            <Text component="li" key={medicationId}>
              {[
                `${quantity} × ${offered?.label ?? label}`,
                ...(offered === undefined ? [] : [formatMoney(offered.price)]),
                ...(note === undefined ? [] : [note]),
              ].join(' · ')}
            </Text>
          ),
        )}
      </PlainList>
    </>
  );
}

/** Until when the next pharmacy is not asked. */
const waitOf = ({ nextAt, state }: Inquiry, now: Date): string =>
  state === 'asked' && nextAt !== null && new Date(nextAt) > now
    ? `Réponse attendue avant ${formatClock(new Date(nextAt))}`
    : 'Nous demandons aussi ailleurs ; vous pouvez encore répondre';

/** The lines to answer one by one, or all with one tap. */
function OpenInquiry({ inquiry, now }: CardProps) {
  const answers = useAnswers(inquiry);
  const { lines } = inquiry;
  const open = lines.filter((line) => answers.answerOf(line) === null);
  const isIncomplete = lines.some(answers.isIncomplete);
  const said = lines.map(answers.answerOf);
  const isPlain = said.every((answer) => answer === null || answer === 'there');
  const left = open.length + lines.filter(answers.isIncomplete).length;
  return (
    <>
      <Text size="sm" className={styles.wait}>
        <IconClock size={18} aria-hidden="true" />
        <span>{waitOf(inquiry, now)}</span>
      </Text>
      <PlainList gap={0}>
        {lines.map((line) => (
          <li key={line.medicationId} className={styles.line}>
            <Line inquiryId={inquiry._id} line={line} answers={answers} />
          </li>
        ))}
      </PlainList>
      <Stack gap={8}>
        {open.length === 0 ? null : (
          <Button
            color="soleil"
            size="lg"
            fullWidth
            disabled={isIncomplete}
            loading={answers.isFinishing}
            onClick={answers.finish}
          >
            {isPlain ? 'Tout est là' : 'Le reste est là'}
          </Button>
        )}
        <Button
          variant={open.length === 0 ? 'filled' : 'default'}
          fullWidth
          disabled={left > 0}
          loading={answers.isFinishing && open.length === 0}
          onClick={answers.finish}
        >
          Envoyer la réponse
        </Button>
        {left === 0 ? null : <Text size="sm">{`Encore ${countOf(left, 'ligne')} sans réponse.`}</Text>}
        <Text size="sm">
          {said.every((answer) => answer === 'missing')
            ? 'Vous ne gardez rien : nous demandons ailleurs.'
            : `Vous gardez ces boîtes ${HELD_MINUTES} minutes.`}
        </Text>
      </Stack>
    </>
  );
}

const knownWords = {
  list: 'dans votre liste',
  confirmed: `confirmé il y a moins de ${CONFIRMED_HOURS} h`,
} as const;

type LineProps = { inquiryId: string; line: InquiryLine; answers: Answers };

function Line({ inquiryId, line, answers }: LineProps) {
  const { medicationId, label, form, quantity, price, known, isFixed } = line;
  const own = answers.ofLine(line);
  const said = answers.answerOf(line);
  const problem = answers.problemOf(line);
  const written = own ?? writtenOf(line);
  const choose = (answer: LineAnswer) => {
    // Pressed again, it is sent again if it was not.
    if (answer === said) return answers.leave(line);
    answers.choose({ medicationId, answer, price: '', note: '', offeredId: null });
  };
  const details = { inquiryId, line, answers, written, problem };
  return (
    <fieldset className={styles.choices} disabled={answers.isFinishing}>
      <legend className={styles.medicine}>{`${quantity} × ${label}`}</legend>
      <Text size="sm" c="dimmed">
        <span>{`${medicationFormLabels[form]} · ${formatMoney(price)} la boîte`}</span>
      </Text>
      {known !== undefined && own === null ? (
        <Text size="sm" className={styles.wait}>
          <IconCheck size={18} aria-hidden="true" />
          <span>{knownWords[known]}</span>
        </Text>
      ) : null}
      <div className={styles.buttons}>
        {lineAnswers.map((answer) =>
          answer === 'equivalent' && isFixed ? null : (
            <UnstyledButton
              key={answer}
              className={styles.choice}
              aria-pressed={said === answer}
              onClick={() => choose(answer)}
            >
              {said === answer ? <IconCheck size={18} stroke={2.5} aria-hidden="true" /> : null}
              <span>{lineAnswerLabels[answer]}</span>
            </UnstyledButton>
          ),
        )}
      </div>
      {isFixed ? <Text size="sm">Le prescripteur ne permet pas de remplacer</Text> : null}
      {said === 'other' ? <OtherBox {...details} /> : null}
      {said === 'equivalent' ? <Equivalent {...details} /> : null}
      {problem !== undefined && (said === 'there' || said === 'missing') ? (
        <Text size="sm" c="red" role="alert">
          {problem}
        </Text>
      ) : null}
      {answers.isUnsent(line) && problem === undefined ? (
        <Text size="sm" className={styles.wait} role="status">
          <IconCloudOff size={18} aria-hidden="true" />
          <span>Pas encore envoyé : partira avec la réponse</span>
        </Text>
      ) : null}
    </fieldset>
  );
}

type DetailsProps = LineProps & { written: Chosen; problem: string | undefined };

function PriceField({ line, answers, written, problem }: DetailsProps) {
  return (
    <TextInput
      label="Prix de la boîte (FCFA)"
      inputMode="numeric"
      autoComplete="off"
      maxLength={20}
      value={written.price}
      error={problem}
      onChange={({ currentTarget }) => answers.write({ ...written, price: currentTarget.value })}
      onBlur={() => answers.leave(line)}
    />
  );
}

/** At which price, or which box. */
function OtherBox(props: DetailsProps) {
  const { line, answers, written } = props;
  return (
    <div className={cards.fields}>
      <PriceField {...props} />
      <TextInput
        label="Quelle boîte"
        placeholder="Flacon de 150 ml"
        autoComplete="off"
        maxLength={BOX_NOTE_MAX}
        value={written.note}
        onChange={({ currentTarget }) => answers.write({ ...written, note: currentTarget.value })}
        onBlur={() => answers.leave(line)}
      />
    </div>
  );
}

/** Which medicine of the same substance, dosage, form and route, and at which price. */
function Equivalent(props: DetailsProps) {
  const { inquiryId, line, answers, written } = props;
  const query = useOffers(inquiryId, line.medicationId);
  if (query.data === undefined) return <QueryState query={query} rows={2} height={56} />;
  if (query.data.length === 0) return <Text size="sm">Aucun équivalent sûr au catalogue : répondez Non</Text>;
  return (
    <Stack gap={12}>
      <Radio.Group
        label="Lequel ?"
        description="Même substance, même dosage, même forme."
        value={written.offeredId}
        onChange={(offeredId) => {
          const price = query.data.find(({ _id }) => _id === offeredId)?.price;
          answers.choose({ ...written, offeredId, price: price === undefined ? '' : String(price) });
        }}
      >
        <Stack gap={4} mt={8}>
          {query.data.map(({ _id, label, price }) => (
            <Radio
              key={_id}
              value={_id}
              label={label}
              description={`${formatMoney(price)} la boîte`}
              classNames={{ label: styles.offer ?? '' }}
            />
          ))}
        </Stack>
      </Radio.Group>
      {written.offeredId === null ? null : <PriceField {...props} />}
    </Stack>
  );
}
