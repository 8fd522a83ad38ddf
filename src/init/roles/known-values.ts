/**
 * What values say of a column whose name says nothing: `Woman`, `Man`; `married`, `single`; states and countries. Words are compared without
 * case and accents. Names of countries are those of the Unicode data that Node has, in several languages.
 */
import type { ColumnFacts } from './column-facts.ts'
import { fold } from './name-words.ts'
import type { Meaning } from './vocabulary.ts'

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/).map((word) => word.replaceAll('_', ' ')))

const MALE = words(
  'm male man men mann mannlich maennlich masculin masculino masculine maschio maschile homme hombre homem h mannelijk mezczyzna muz erkek 男 男性 남 남자 남성 boy mr herr',
)
const FEMALE = words(
  'f female woman women frau weiblich feminin femenino feminino feminine femmina femminile femme mujer mulher w vrouwelijk vrouw v kobieta k zena kadin 女 女性 여 여자 여성 girl ms mrs',
)
const MARITAL = words(
  `married single divorced widowed separated never_married widow widower unmarried verheiratet ledig geschieden verwitwet marie(e) celibataire divorce(e) veuf(ve) marie pacse(e) casado casada soltero soltera solteiro solteira divorciado
  divorciada viudo viuda viuvo viuva coniugato celibe nubile vedovo divorziato gehuwd ongehuwd gescheiden married-civ-spouse never-married`,
)
const RACES = words(
  `white black asian hispanic caucasian latino african_american african-american native_american american_indian asian-pac-islander amer-indian-eskimo pacific_islander black_or_african_american hispanic_or_latino native_hawaiian
  two_or_more_races multiracial mixed branca preta parda amarela indigena`,
)
const STATES = words(
  'al ak az ar ca co ct de fl ga hi id il in ia ks ky la me md ma mi mn ms mo mt ne nv nh nj nm ny nc nd oh ok or pa ri sc sd tn tx ut vt va wa wv wi wy dc pr',
)
const STATE_NAMES = words(
  `alabama alaska arizona arkansas california colorado connecticut delaware florida georgia hawaii idaho illinois indiana iowa kansas kentucky louisiana maine maryland massachusetts michigan minnesota mississippi missouri montana
  nebraska nevada new_hampshire new_jersey new_mexico new_york north_carolina north_dakota ohio oklahoma oregon pennsylvania rhode_island south_carolina south_dakota tennessee texas utah vermont virginia washington west_virginia
  wisconsin wyoming district_of_columbia`,
)

const FAITHS = words(
  `catholic roman_catholic protestant orthodox christian muslim islam sunni shia jewish judaism hindu hinduism buddhist buddhism sikh atheist agnostic evangelical lutheran baptist methodist anglican mormon
  romisch-katholisch katholisch evangelisch muslimisch judisch konfessionslos catholique protestante musulman musulmane juif athee catolico catolica musulmano evangelica judio ateo ateu espirita cattolico`,
)
const ORIENTATIONS = words(
  'heterosexual homosexual bisexual asexual pansexual straight gay lesbian queer heterosexuell homosexuell bisexuell heterosexuel homosexuel bisexuel',
)
/** How illnesses are named: endings of Greek and Latin words, and common words in several languages. */
const ILLNESS =
  /(itis|osis|emia|aemia|pathy|algia|plegia|phrenia|oma|itide|opathie|ämie|amie)$|\b(disease|disorder|syndrome|cancer|carcinoma|infection|injury|failure|fracture|diabetes|hypertension|asthma|flu|influenza|pneumonia|stroke|depression|hiv|aids|copd|covid(-19)?|migraine|epilepsy|dementia|obesity|heart attack|krankheit|krebs|maladie|grippe|enfermedad|cancer de|doenca|gripe|malattia|bruch|choroba|hastaligi)\b|krankheit$|infarkt$/

let countries: { readonly codes: ReadonlySet<string>; readonly names: ReadonlySet<string> } | undefined

/** Every country that Unicode names, by its two letters and by its names. */
function countriesOfUnicode() {
  if (countries !== undefined) return countries
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
  const pairs = [...letters].flatMap((first) => [...letters].map((second) => first + second))
  const english = new Intl.DisplayNames(['en'], { type: 'region' })
  const codes = pairs.filter((code) => english.of(code) !== code)
  const names = ['en', 'de', 'fr', 'es', 'pt', 'it', 'nl'].flatMap((language) => {
    const display = new Intl.DisplayNames([language], { type: 'region' })
    return codes.map((code) => fold(display.of(code) ?? code))
  })
  countries = { codes: new Set(codes.map((code) => code.toLowerCase())), names: new Set([...names, 'usa', 'uk']) }
  return countries
}

/** So many of a column's values must be known: others are `unknown`, `prefer not to say`. */
const MOST = 0.6
/** Illnesses have more names than anybody lists. */
const MANY_ILL = 0.4
/** Codes of two letters mean many things: all must be known, and there must be some. */
const LEAST_CODES = 5

/** What the values are about, and in which words that is said; nothing where they say nothing. */
export function knownValues({
  kind,
  distinct,
  profile,
}: ColumnFacts): { readonly meaning: Meaning; readonly words: string } | undefined {
  if (kind !== 'texts' || distinct < 2 || profile.values.length !== distinct) return undefined
  const values = [...new Set(profile.values.map((value) => fold(value.trim())))]
  const among = (set: ReadonlySet<string>) => values.filter((value) => set.has(value)).length
  const are = (set: ReadonlySet<string>) => among(set) >= 2 && among(set) >= values.length * MOST
  if (values.length <= 6 && among(MALE) > 0 && among(FEMALE) > 0 && among(MALE) + among(FEMALE) >= values.length / 2)
    return { meaning: 'sex', words: 'words for sexes' }
  if (values.length <= 12 && are(MARITAL)) return { meaning: 'family', words: 'words for marital status' }
  if (values.length <= 20 && are(RACES)) return { meaning: 'origin', words: 'words for origin' }
  if (values.length <= 30 && are(FAITHS)) return { meaning: 'belief', words: 'faiths' }
  if (values.length <= 12 && are(ORIENTATIONS)) return { meaning: 'health', words: 'sexual orientations' }
  const ill = values.filter((value) => ILLNESS.test(value)).length
  if (ill >= 3 && ill >= values.length * MANY_ILL) return { meaning: 'health', words: 'names of illnesses' }
  if (are(STATE_NAMES)) return { meaning: 'place', words: 'names of states' }
  const codes = values.every((value) => /^[a-z]{2}$/.test(value)) && values.length >= LEAST_CODES
  if (codes && among(STATES) === values.length) return { meaning: 'place', words: 'codes of states' }
  if (values.length < 3 || !values.some((value) => /^[a-z]/.test(value))) return undefined
  const { codes: known, names } = countriesOfUnicode()
  if ((codes && among(known) === values.length) || are(names)) return { meaning: 'place', words: 'countries' }
  return undefined
}
