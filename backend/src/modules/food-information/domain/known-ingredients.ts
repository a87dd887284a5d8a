import { PLANTS_NAMED_LIKE_ALLERGENS } from "@shop/contracts/staff"

/**
 * The words of ingredients lists whose origin is certain. A word that is missing here puts a food in no group of a diet, so
 * additives that come from plants or animals (glycerine, E471, vitamin D, flavourings) stay out.
 */
export type Origin = "plant" | "milk, eggs or bees" | "gelatine" | "other animals"

const setOf = (words: string) => new Set(words.trim().split(/\s+/))

/** Plants, fungi, minerals, and what is made from them alone. */
const PLANT = setOf(`
  acacia agar almond almonds aniseed annatto anise apple apples apricot apricots arabic aronia ascorbic avocado banana bananas barley
  basil bay bean beans beetroot bergamot bilberry bilberries blackberry blackberries blackcurrant blackcurrants blueberry blueberries
  buckwheat calcium cane caraway cardamom carnauba carotenes carrageenan carrot carrots cashew cashews celery chamomile cherry
  cherries chestnut chestnuts chia chickpea chickpeas chicory chilli chillies cinnamon citric clementine clove cloves cocoa coconut coffee
  coriander corn cornflour cranberry cranberries cucumber cumin curcumin currants damson damsons dandelion date dates dill elderberry
  elderberries elderflower elderflowers fennel fig figs flax flaxseed garlic ginger gooseberry gooseberries grape grapes grapefruit
  guar hazelnut hazelnuts hemp hibiscus hops horseradish jaggery juniper kelp kiwi lavender leek lemon lemons lemongrass lentils lime
  limes linseed liquorice locust lychee macadamia macadamias maize malic mandarin mango mangoes maple marjoram melon millet mint molasses
  mulberry mulberries mushroom mushrooms mustard nettle nutmeg oat oats olive olives onion onions orange oranges oregano palm
  papaya paprika parsley passionfruit pea peanut peanuts pear pears peas pecan pecans pectin pepper peppercorns peppermint pineapple
  pistachio pistachios plant plum plums pomegranate poppy potato potatoes prune prunes pumpkin quince quinoa raisins rapeseed raspberry
  raspberries rhubarb rice rose rosehip rosehips rosemary rye saffron sage salt sarsaparilla seaweed sesame shiso sodium soy soya spearmint
  spelt spinach spirulina strawberry strawberries sugar sulphite sulphites sultanas sumac sunflower tamarind tangerine tapioca tarragon tartaric
  tea thyme tofu tomato tomatoes treacle turmeric vanilla vinegar walnut walnuts water wheat xanthan yuzu`)

/** Of hives, dairies and hens: vegetarian, not vegan. */
const VEGETARIAN = setOf(`
  beeswax butter buttermilk cheddar cream egg eggs ghee honey lactose milk propolis whey yoghurt`)

const GELATINE = setOf("gelatin gelatine gelatines")

const OTHER_ANIMAL = setOf(`
  anchovies anchovy bacon beef carmine chicken cochineal cod crab duck fish ham isinglass lamb lard lobster mutton oyster oysters pork prawn
  prawns salmon shellac shrimp squid suet tallow tuna turkey`)

/** Words that say how an ingredient is, and nothing of where it comes from. */
const NEUTRAL = setOf(`
  a acid and baked black blend blossom block bramley brown caster chopped coarse cold comb concentrate concentrated condensed crushed
  dark desiccated dried extract fermented filtered fine flakes flesh flour flower flowers forced fresh freeze from fruit golden granulated green
  ground gum heads icing infusion invert inverted juice juices kernel leaf leaves light muscovado nectar of oil oils organic or peel
  piece pieces pods pressed puree purée powder powdered pure raw red refined ripe roasted root roots salted sea seed seeds semi skimmed
  sliced solids starch sweetened syrup toasted unrefined unsalted unsweetened virgin wax white whole wholegrain wild with yellow zest english scottish seville`)

/** What an additive is for, before its name: "gelling agent: fruit pectin", "acids: citric acid". */
const FUNCTIONS =
  /\b(?:contains )?(?:acids?|acidity regulators?|antioxidants?|colours?|emulsifiers?|(?:gelling|glazing|raising|anti-caking) agents?|preservatives?|stabilisers?|thickeners?)\s*:/g
const AMOUNTS = /\d+(?:[.,]\d+)?\s*%/g

export interface Ingredient {
  name: string
  /** Of every word whose origin is known. */
  origins: readonly Origin[]
  /** The first word that is in no list, or the name if no word says where it comes from. */
  unknown: string | undefined
}

/** The single ingredients of a list, in brackets too. */
export const ingredientsIn = (list: string): Ingredient[] =>
  list
    .toLowerCase()
    .replaceAll("**", "")
    .replace(FUNCTIONS, ",")
    .replace(AMOUNTS, "")
    .split(/[,;:.()[\]]/)
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .map(toIngredient)

function toIngredient(name: string): Ingredient {
  const words = name.replace(PLANTS_NAMED_LIKE_ALLERGENS, "plant").match(/[\p{L}\p{N}'’-]+/gu) ?? []
  const origins = words.flatMap((word) => originOf(word) ?? [])
  const unknown = words.find((word) => originOf(word) === undefined && !NEUTRAL.has(word))
  return { name, origins, unknown: unknown ?? (origins.length === 0 ? name : undefined) }
}

function originOf(word: string): Origin | undefined {
  if (PLANT.has(word)) return "plant"
  if (VEGETARIAN.has(word)) return "milk, eggs or bees"
  if (GELATINE.has(word)) return "gelatine"
  return OTHER_ANIMAL.has(word) ? "other animals" : undefined
}
