"""The words that passphrases are made of: easy to say, hard to mishear, and no two a slip of one letter apart."""

from typing import Final

_TEXT: Final = """
abbey absent acrobat actor airport airship alarm algebra alpaca alphabet amber ambush anchor ancient ankle antelope
apple apricot apron archery attic avocado badger bagel bagpipe bakery balcony balloon bamboo banana banjo banquet
barber bargain barrel basket bassoon battery beard beaver bench bicycle biscuit bison blanket blender blizzard blossom
bonnet bottle bouncy bowling boxing breeze bridge bright bronze bucket buffalo burger butter button cabin cable cactus
calendar calm camel camera candle canoe canyon captain caravan carnival carpet cascade cashew castle cavern cedar
celery cello century chapter cheek cherry chess chimney clarinet clever cliff clock cloud clumsy cobalt cobra cocoa
collar comet compass cookie copper cottage cotton cowboy crate cricket crimson crispy crystal cupboard curious curtain
cushion custard dagger daisy damson dance darts debate decade delta denim dentist dial diary dice dingo diode disguise
diving dizzy doctor doll dolphin domino donkey doorbell double dreamy drizzle drum dumpling dungeon eagle ebony
eclipse effort elbow elegant elevator embassy emerald emperor engine envelope errand essay eyebrow factory falcon
fancy farmer faucet fence fencing fennel festival fiction fiddle fierce firefly flannel fluffy flute football forehead
forest fossil freedom friendly frost frozen fudge fusion gadget galaxy gallery garage garden garlic garnet gecko
generous gentle giant ginger giraffe glacier glider glimpse gloomy goblet goblin golden gong gopher gossip graceful
grammar granite grape gravel gravy grumpy guitar hallway hammer hammock hamster happy harp harvest hatchet hazel
helmet hermit heron history hockey holiday hollow honey horizon hornet hotel humble hummus hungry hunter hurdle icicle
igloo iguana impala impulse index indigo inkwell insect island itchy jackal jacket jackpot jagged jaguar jasmine jeep
jelly jester jigsaw joker journal journey judo juggler jumpy jungle juniper kale karate ketchup kettle keyboard kidney
kind kingdom kiosk kitchen kite kitten knuckle koala lacrosse ladder ladle lagoon lamp lantern laser lavender lawyer
lazy leather legend lemon lemur lentil lettuce library lilac linen lively lobby lobster lonely lotus lucky luggage
magenta magic magpie mango mantis marathon marble marigold market maroon mattress meadow melody melon merry meteor
midnight mighty mirror modern monk monsoon moped morning moss mountain museum mushroom mystery napkin narrow nebula
nectar needle nervous neutron nimble ninja noisy nonsense noodle notebook nougat novel nurse nutmeg oasis oboe ocean
ocelot octopus office ogre olive onion onyx opal opera option orange orbit orchard orchid orderly oregano ornament
osprey otter oven oxygen painter palace pancake panda pantry papaya parade parrot parsnip passport pasta patient
pebble pencil penguin pepper piano pickle picnic pillow pilot pine pirate pizza planet plasma plateau plumber pocket
poem polite polo poppy porridge postcard prairie proud proverb puffin pumpkin puppet purple puzzle quail quantum
quarrel quick quiet quince quiver quiz radish raft rainbow raisin ransom rapid rattle raven rescue ribbon river robot
rooftop rooster rope royal rugby rugged ruler rusty saddle salad salmon sandal sandwich sapling sapphire satin scarf
scarlet scholar school scissors scooter scorpion secret seesaw sensor sesame shadow shelf shiny shoulder shovel silk
silly silver simple skillet slate sled sleepy sleeve slipper sofa soldier sorbet sparrow spatula spinach sprint spruce
stadium staple stomach suede sunset surf swamp sweater swing syllable taco talent teacher teapot teaspoon temple
tender tennis theory thermos thicket thirsty thumb thunder tidy tiger toast tomato tongue topaz tornado toucan tourist
towel tractor trailer treasure troll trombone trouser truck truffle trumpet tuba tulip tundra tunnel turbine turnip
tweed twilight umbrella uncle unusual upbeat upgrade urchin utensil vacation vacuum valley vanilla vast velvet viking
villa violet violin viper vitamin vivid volcano voyage vulture waffle wagon waiter wallet walnut walrus wardrobe warm
weasel whisker whistle windmill wisdom witty wizard wobbly wolf wombat wonder yacht yarn yellow yoga young zany zebra
zeppelin zigzag zipper
"""

WORDS: Final = tuple(_TEXT.split())
"""In order of the alphabet, four to eight letters each."""
